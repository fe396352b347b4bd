module test

go 1.25.0

require github.com/rcpool/rcpool v0.0.0

replace github.com/rcpool/rcpool => ../../../..

require golang.org/x/sync v0.0.0

replace golang.org/x/sync => ./stubs/golang.org/x/sync

require github.com/apache/arrow-go/v18 v18.0.0

replace github.com/apache/arrow-go/v18 => ./stubs/github.com/apache/arrow-go/v18

require google.golang.org/grpc v1.0.0

replace google.golang.org/grpc => ./stubs/google.golang.org/grpc

require github.com/valyala/fasthttp v1.0.0

replace github.com/valyala/fasthttp => ./stubs/github.com/valyala/fasthttp

require github.com/valyala/bytebufferpool v1.0.0

replace github.com/valyala/bytebufferpool => ./stubs/github.com/valyala/bytebufferpool

require github.com/stretchr/testify v1.0.0

replace github.com/stretchr/testify => ./stubs/github.com/stretchr/testify
