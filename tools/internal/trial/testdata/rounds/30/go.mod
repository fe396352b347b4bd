module round

go 1.25.0

require github.com/rcpool/rcpool v0.0.0

replace github.com/rcpool/rcpool => ../../../../../..

require github.com/apache/arrow-go/v18 v18.0.0

replace github.com/apache/arrow-go/v18 => ../../../../ownership/testdata/stubs/github.com/apache/arrow-go/v18

require google.golang.org/grpc v1.0.0

replace google.golang.org/grpc => ../../../../ownership/testdata/stubs/google.golang.org/grpc

require github.com/valyala/bytebufferpool v1.0.0

replace github.com/valyala/bytebufferpool => ../../../../ownership/testdata/stubs/github.com/valyala/bytebufferpool

require github.com/valyala/fasthttp v1.0.0

replace github.com/valyala/fasthttp => ../../../../ownership/testdata/stubs/github.com/valyala/fasthttp

require golang.org/x/sync v0.1.0

replace golang.org/x/sync => ../../../../ownership/testdata/stubs/golang.org/x/sync
