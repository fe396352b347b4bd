// truth: escape line 53,73 callee

// Command webhooks delivers notifications to the subscribers of a repository.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Hook struct {
	Repo string
	Kind string
	Body []byte
}

func (h *Hook) Reset() { *h = Hook{Body: h.Body[:0]} }

type Dispatcher struct {
	hooks   rcpool.Pool[Hook]
	client  *http.Client
	targets []string
	wg      sync.WaitGroup
	failed  atomic.Int32
}

func (d *Dispatcher) post(url, kind string, body io.Reader) error {
	req, err := http.NewRequest(http.MethodPost, url, body)
	if err != nil {
		return err
	}
	req.Header.Set("X-Event", kind)
	resp, err := d.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func (d *Dispatcher) deliver(h *Hook) {
	for _, url := range d.targets {
		d.wg.Add(1)
		go func() {
			defer d.wg.Done()
			body := fmt.Sprintf(`{"repo":%q,"body":%q}`, h.Repo, h.Body)
			if err := d.post(url, h.Kind, strings.NewReader(body)); err != nil {
				d.failed.Add(1)
			}
		}()
	}
}

// Notify tells the subscribers what happened.
func (d *Dispatcher) Notify(repo, kind, body string) error {
	hook := d.hooks.Get()
	defer hook.Release()
	h := hook.Value()
	h.Repo, h.Kind = repo, kind
	h.Body = append(h.Body, body...)
	if h.Kind == "" {
		return fmt.Errorf("%s: no kind", h.Repo)
	}
	d.deliver(h)
	return nil
}

func main() {
	var mu sync.Mutex
	var got []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, r.URL.Path+" "+r.Header.Get("X-Event")+" "+string(body))
	}))
	defer srv.Close()
	d := &Dispatcher{client: srv.Client(), targets: []string{srv.URL + "/a", srv.URL + "/b"}}
	for i := range 3 {
		if err := d.Notify("rc", "push", fmt.Sprint("commit ", i)); err != nil {
			log.Fatal(err)
		}
	}
	if err := d.Notify("rc", "", ""); err == nil {
		log.Fatal("no error")
	}
	d.wg.Wait()
	fmt.Println(len(got), "deliveries,", d.failed.Load(), "failed")
	for _, line := range got {
		if !strings.Contains(line, `push {"repo":"rc","body":"commit`) {
			log.Fatal(line)
		}
	}
}
