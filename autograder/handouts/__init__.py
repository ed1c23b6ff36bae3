"""The guides as a site to read and a PDF to print."""
