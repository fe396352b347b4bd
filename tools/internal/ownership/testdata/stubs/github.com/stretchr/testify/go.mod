module github.com/stretchr/testify

go 1.25.0
