// truth: leak line 67 callee

// Command tileserver serves map tiles with entity tags.
package main

import (
	"fmt"
	"hash/fnv"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	Z, X, Y int
	ETag    string
	PNG     []byte
}

func (t *Tile) Reset() { *t = Tile{PNG: t.PNG[:0]} }

var tiles = rcpool.Pool[Tile]{
	Name: "tiles",
	Keep: func(t *Tile) bool { return cap(t.PNG) < 1<<20 },
}

func (t *Tile) draw() error {
	if n := 1 << t.Z; t.X < 0 || t.X >= n || t.Y < 0 || t.Y >= n {
		return fmt.Errorf("no tile %d/%d/%d", t.Z, t.X, t.Y)
	}
	t.PNG = fmt.Appendf(t.PNG, "PNG %d %d %d", t.Z, t.X, t.Y)
	h := fnv.New32a()
	h.Write(t.PNG)
	t.ETag = strconv.Quote(strconv.FormatUint(uint64(h.Sum32()), 16))
	return nil
}

func coordinates(r *http.Request) (zxy [3]int, err error) {
	for i, name := range []string{"z", "x", "y"} {
		if zxy[i], err = strconv.Atoi(r.PathValue(name)); err != nil {
			return zxy, err
		}
	}
	return zxy, nil
}

func loadTile(zxy [3]int) (rcpool.Ref[Tile], error) {
	tile := tiles.Get()
	defer rcpool.Drop(&tile)
	t := tile.Value()
	t.Z, t.X, t.Y = zxy[0], zxy[1], zxy[2]
	if err := t.draw(); err != nil {
		return rcpool.Ref[Tile]{}, err
	}
	return rcpool.Move(&tile), nil
}

func serve(w http.ResponseWriter, r *http.Request) {
	zxy, err := coordinates(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	tile, err := loadTile(zxy)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	t := tile.Value()
	w.Header().Set("ETag", t.ETag)
	if r.Header.Get("If-None-Match") == t.ETag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	defer tile.Release()
	w.Header().Set("Content-Type", "image/png")
	w.Write(t.PNG)
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{z}/{x}/{y}", serve)
	get := func(path, etag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		return w
	}
	first := get("/2/1/3", "")
	if again := get("/2/1/3", first.Header().Get("ETag")); again.Code != 304 {
		log.Fatal(again.Code)
	}
	if w := get("/2/1/9", ""); w.Code != 404 {
		log.Fatal(w.Code)
	}
	if w := get("/2/1/x", ""); w.Code != 400 {
		log.Fatal(w.Code)
	}
	fmt.Println(first.Body, "in use:", tiles.Stats().InUse)
}
