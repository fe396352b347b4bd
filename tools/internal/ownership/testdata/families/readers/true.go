package readers

import (
	"github.com/rcpool/rcpool"
	"github.com/valyala/fasthttp"
)

// It is read after its release.
func late() int {
	o := orders.Get()
	o.Value().cents = 3
	o.Release()
	return price(o) // want "use-after-release: "
}

// It is read after somebody else got it.
func (t *till) sold(o rcpool.Ref[order]) int {
	t.queue <- o
	return price(o) // want "use-after-release: "
}

// A method reads it on one way.
func (t *till) book(o rcpool.Ref[order]) error {
	o.Release()
	return t.note(o) // want "use-after-release: "
}

// The memory of a parameter is read late.
func first(r *fasthttp.Response) byte {
	body := r.Body()
	fasthttp.ReleaseResponse(r)
	return body[0] // want "use-after-release: "
}
