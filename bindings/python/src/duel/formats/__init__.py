"""Reads votes as others write them."""
