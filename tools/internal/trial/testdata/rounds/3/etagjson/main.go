// truth: use-after-release line 58 plain

package main

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type product struct {
	ID    int      `json:"id"`
	Name  string   `json:"name"`
	Tags  []string `json:"tags"`
	Price float64  `json:"price"`
}

type catalog map[int]product

func etag(body []byte) string {
	h := fnv.New64a()
	h.Write(body)
	return strconv.Quote(strconv.FormatUint(h.Sum64(), 36))
}

func (c catalog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/product/"))
	if err != nil {
		http.Error(w, "bad id", http.StatusBadRequest)
		return
	}
	p, ok := c[id]
	if !ok {
		http.NotFound(w, r)
		return
	}
	encoded, err := stdpool.EncodeJSON(p)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	body := encoded.Value().Bytes()
	tag := etag(body)
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		encoded.Release()
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(encoded.Value().Len()))
	encoded.Release()
	w.Write(body)
}

func get(h http.Handler, path, match string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("If-None-Match", match)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func main() {
	c := catalog{
		1: {ID: 1, Name: "chair", Tags: []string{"wood"}, Price: 80},
		2: {ID: 2, Name: "table", Price: 240},
	}
	for _, path := range []string{"/product/1", "/product/2", "/product/9", "/product/x"} {
		w := get(c, path, "")
		fmt.Println(w.Code, strings.TrimSpace(w.Body.String()))
		if tag := w.Header().Get("ETag"); tag != "" {
			fmt.Println(get(c, path, tag).Code)
			if etag(w.Body.Bytes()) != tag {
				panic("the body is not what the tag says")
			}
		}
	}
}
