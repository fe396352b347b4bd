// truth: double-release line 71 plain

// Webhooks delivers signed events to subscribers, with a dead-letter list for
// those that refuse them.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool"
)

type delivery struct {
	url       string
	signature string
	body      strings.Builder
	attempts  int
}

var deliveries = rcpool.Pool[delivery]{Name: "deliveries"}

type dispatcher struct {
	secret []byte
	client *http.Client
	dead   []string
	ok     int
}

func (d *dispatcher) prepare(url, event string) rcpool.Ref[delivery] {
	ref := deliveries.Get()
	v := ref.Value()
	v.url = url
	v.body.WriteString(event)
	mac := hmac.New(sha256.New, d.secret)
	mac.Write([]byte(event))
	v.signature = hex.EncodeToString(mac.Sum(nil))
	return ref
}

func (d *dispatcher) post(v *delivery) (int, error) {
	v.attempts++
	req, err := http.NewRequest("POST", v.url, strings.NewReader(v.body.String()))
	if err != nil {
		return 0, err
	}
	req.Header.Set("X-Signature", v.signature)
	resp, err := d.client.Do(req)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

// run takes the delivery over.
func (d *dispatcher) run(ref rcpool.Ref[delivery]) error {
	defer ref.Release()
	v := ref.Value()
	for v.attempts < 3 {
		status, err := d.post(v)
		switch {
		case err != nil:
			return err
		case status == http.StatusGone:
			d.dead = append(d.dead, v.url)
			ref.Release()
			return fmt.Errorf("subscriber is gone")
		case status < 300:
			d.ok++
			return nil
		}
	}
	d.dead = append(d.dead, v.url)
	return fmt.Errorf("gave up after %d attempts", v.attempts)
}

func main() {
	hits := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hits++
		switch r.URL.Path {
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/busy":
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		if r.Header.Get("X-Signature") == "" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer server.Close()
	d := &dispatcher{secret: []byte("s3cret"), client: server.Client()}
	for _, path := range []string{"/ok", "/busy", "/gone"} {
		fmt.Println(path, d.run(d.prepare(server.URL+path, `{"type":"paid"}`)))
	}
	fmt.Println(d.ok, len(d.dead), hits)
}
