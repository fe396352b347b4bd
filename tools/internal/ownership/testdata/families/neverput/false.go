package neverput

import (
	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
)

// The memory belongs to the caller, and so the buffer cannot go back.
func taken(key string) []byte {
	b := bytebufferpool.Get()
	b.WriteString(key)
	return b.B
}

// The exchange has both, and releases them.
func opened(url string) *exchange {
	x := &exchange{req: fasthttp.AcquireRequest(), resp: fasthttp.AcquireResponse()}
	x.req.SetRequestURI(url)
	return x
}

// The body is returned, with the response behind it.
func body(req *fasthttp.Request) ([]byte, error) {
	resp := fasthttp.AcquireResponse()
	if err := fasthttp.Do(req, resp); err != nil {
		return nil, err
	}
	return resp.Body(), nil
}
