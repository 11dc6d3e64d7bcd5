"""From records to tables, charts, words and one self-contained page; reads nothing but records."""
