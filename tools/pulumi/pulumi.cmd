@node "%~dp0pulumi" %*
