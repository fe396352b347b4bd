module github.com/valyala/bytebufferpool

go 1.25.0
