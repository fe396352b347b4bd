// Package neverput takes objects from the pools of other packages, and uses only what these packages
// offer.
package neverput

import "github.com/valyala/fasthttp"

var client fasthttp.Client

type exchange struct {
	req  *fasthttp.Request
	resp *fasthttp.Response
}

func (x *exchange) close() {
	fasthttp.ReleaseRequest(x.req)
	fasthttp.ReleaseResponse(x.resp)
}
