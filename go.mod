module github.com/rcpool/rcpool

go 1.25.0
