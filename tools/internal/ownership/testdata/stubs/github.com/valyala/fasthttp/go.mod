module github.com/valyala/fasthttp

go 1.25.0
