module mutable

go 1.25.0

require github.com/rcpool/rcpool v0.0.0

replace github.com/rcpool/rcpool => ../../../../..
