module github.com/rcpool/rcpool/bench

go 1.26.0

require (
	github.com/klauspost/compress v1.20.3
	github.com/rcpool/rcpool v0.0.0
	github.com/valyala/bytebufferpool v1.0.0
	golang.org/x/perf v0.0.0-20260908200009-22c9c6c9d4da
)

require github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect

replace github.com/rcpool/rcpool => ../
