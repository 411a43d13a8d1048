; python
