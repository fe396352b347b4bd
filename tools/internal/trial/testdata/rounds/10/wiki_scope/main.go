// truth: correct
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
	"github.com/rcpool/rcpool/stdpool"
)

type Article struct {
	Title string
	Words []string
}

func (a *Article) Reset() {
	clear(a.Words)
	a.Title, a.Words = "", a.Words[:0]
}

var (
	articles rcpool.Pool[Article]
	indexing sync.WaitGroup
	indexed  sync.Map
)

func load(title string) (rcpool.Ref[Article], error) {
	if title == "" {
		return rcpool.Ref[Article]{}, fmt.Errorf("no title")
	}
	ref := articles.Get()
	a := ref.Value()
	a.Title = title
	a.Words = append(a.Words, strings.Fields("the article about "+title)...)
	return ref, nil
}

func show(w http.ResponseWriter, r *http.Request, s rchttp.Scope) {
	ref, err := load(r.FormValue("title"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	article := rchttp.Adopt(s, ref)
	out := rchttp.Adopt(s, stdpool.Buffer())
	for _, word := range article.Value().Words {
		out.Value().WriteString(word)
		out.Value().WriteByte('\n')
	}
	indexing.Add(1)
	article.Go(func(a *Article) {
		defer indexing.Done()
		indexed.Store(a.Title, len(a.Words))
	})
	w.Write(out.Value().Bytes())
}

func main() {
	h := rchttp.ScopeHandler(show)
	for _, target := range []string{"/?title=rivers", "/?title=", "/?title=lakes"} {
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, httptest.NewRequest("GET", target, nil))
		body, _ := io.ReadAll(rec.Result().Body)
		fmt.Println(rec.Code, len(body))
	}
	indexing.Wait()
	n, _ := indexed.Load("rivers")
	fmt.Println(n)
}
