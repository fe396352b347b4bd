// truth: leak line 58 plain
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type object struct {
	status int
	header map[string]string
	body   []byte
}

func (o *object) Reset() {
	o.status = 0
	clear(o.header)
	o.body = o.body[:0]
}

var objects = rcpool.Pool[object]{
	Name: "objects",
	New:  func() *object { return &object{header: make(map[string]string, 8)} },
}

var errRefused = errors.New("connection refused")

type origin interface {
	fetch(path string, dst *object) error
}

type fakeOrigin struct{ served int }

func (f *fakeOrigin) fetch(path string, dst *object) error {
	f.served++
	switch {
	case strings.HasPrefix(path, "/down"):
		return errRefused
	case strings.HasPrefix(path, "/boom"):
		dst.status = 503
	default:
		dst.status = 200
		dst.header["content-type"] = "text/html"
		dst.body = append(dst.body, "<html>"+path+"</html>"...)
	}
	return nil
}

type edge struct {
	origin origin
	errs   map[string]int
}

func (e *edge) load(path string) (rcpool.Ref[object], error) {
	obj := objects.Get()
	if err := e.origin.fetch(path, obj.Value()); err != nil {
		obj.Release()
		e.errs["dial"]++
		return rcpool.Ref[object]{}, fmt.Errorf("load %s: %w", path, err)
	}
	if status := obj.Value().status; status >= 500 {
		e.errs["status"]++
		return rcpool.Ref[object]{}, fmt.Errorf("load %s: origin answered %d", path, status)
	}
	obj.Value().header["via"] = "edge-3"
	return obj, nil
}

func main() {
	e := &edge{origin: &fakeOrigin{}, errs: map[string]int{}}
	for _, path := range []string{"/index", "/down/a", "/boom/b", "/about"} {
		obj, err := e.load(path)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(obj.Value().status, len(obj.Value().body), obj.Value().header["via"])
		obj.Release()
	}
	fmt.Println(e.errs)
}
