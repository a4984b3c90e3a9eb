@node "%~dp0pulumi-resource-pulumi-nodejs" %*
