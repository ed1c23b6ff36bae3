"""The assignment itself: its files, cutting starter/ out of solution/, and what is handed out."""
