"""Rolling-window libraries, each as the code that its users write, in a process of its own."""
