"""What cards and abilities do, one module for each concern."""
