module github.com/rcpool/rcpool/bench/peers/pools

go 1.26.0

require (
	github.com/bytedance/gopkg v0.1.4
	github.com/colega/zeropool v0.0.0-20230505084239-6fb4a4f75381
	github.com/libp2p/go-buffer-pool v0.1.0
	github.com/oxtoacart/bpool v0.0.0-20190530202638-03653db5a59c
	github.com/rcpool/rcpool v0.0.0
	github.com/rcpool/rcpool/bench v0.0.0
	github.com/valyala/bytebufferpool v1.0.0
	github.com/valyala/fasthttp v1.65.0
	google.golang.org/grpc v1.85.0
)

require (
	github.com/andybalholm/brotli v1.2.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace (
	github.com/rcpool/rcpool => ../../../
	github.com/rcpool/rcpool/bench => ../../
)
