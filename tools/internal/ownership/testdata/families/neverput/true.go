package neverput

import (
	"strconv"

	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
)

// The buffer is written and read, and dropped.
func line(key string, n int) string {
	b := bytebufferpool.Get() // want "leak: "
	b.WriteString(key)
	b.WriteByte(' ')
	b.WriteString(strconv.Itoa(n))
	return b.String()
}

// The response is released, and the request is not.
func status(url string) (int, error) {
	req := fasthttp.AcquireRequest() // want "leak: "
	resp := fasthttp.AcquireResponse()
	defer fasthttp.ReleaseResponse(resp)
	req.SetRequestURI(url)
	if err := client.Do(req, resp); err != nil {
		return 0, err
	}
	return resp.StatusCode(), nil
}

// The code is all that is needed of the response.
func code(req *fasthttp.Request) int {
	resp := fasthttp.AcquireResponse() // want "leak: "
	if fasthttp.Do(req, resp) != nil {
		return 0
	}
	return resp.StatusCode()
}
