"""Public reports of wrong rolling windows, replayed: see `reports.toml`."""
