"""Rolling functions, judged: values and a window size in, an answer for each window out."""
