module github.com/rcpool/rcpool/docs/migrating

go 1.26.0

require (
	github.com/rcpool/rcpool v0.0.0
	github.com/valyala/bytebufferpool v1.0.0
	google.golang.org/grpc v1.85.0
)

require golang.org/x/sys v0.48.0 // indirect

replace github.com/rcpool/rcpool => ../../
