module github.com/rcpool/rcpool

go 1.24.0
