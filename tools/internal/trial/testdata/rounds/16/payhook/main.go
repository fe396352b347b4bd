// truth: wrong-pool line 42 plain

package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
)

var (
	bodies = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 16<<10)) }}
	heads  = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 256)) }}
)

type event struct {
	ID     string `json:"id"`
	Type   string `json:"type"`
	Amount int64  `json:"amount"`
}

type endpoint struct {
	url    string
	secret []byte
	post   func(url, head string, body []byte) error
}

func (e *endpoint) deliver(ev *event) error {
	body := bodies.Get().(*bytes.Buffer)
	body.Reset()
	defer bodies.Put(body)
	if err := json.NewEncoder(body).Encode(ev); err != nil {
		return fmt.Errorf("encode %s: %w", ev.ID, err)
	}

	head := heads.Get().(*bytes.Buffer)
	head.Reset()
	defer bodies.Put(head)
	mac := hmac.New(sha256.New, e.secret)
	mac.Write(body.Bytes())
	head.WriteString("v1=")
	head.WriteString(hex.EncodeToString(mac.Sum(nil)))
	head.WriteString(",id=")
	head.WriteString(ev.ID)
	return e.post(e.url, head.String(), body.Bytes())
}

type dispatcher struct {
	mu     sync.Mutex
	failed []string
}

func (d *dispatcher) run(e *endpoint, events []event) {
	var wg sync.WaitGroup
	for i := range events {
		wg.Go(func() {
			if err := e.deliver(&events[i]); err != nil {
				d.mu.Lock()
				d.failed = append(d.failed, err.Error())
				d.mu.Unlock()
			}
		})
	}
	wg.Wait()
}

func main() {
	var mu sync.Mutex
	total := 0
	e := &endpoint{url: "https://shop.example/hook", secret: []byte("s3cret"), post: func(url, head string, body []byte) error {
		var ev event
		if err := json.Unmarshal(body, &ev); err != nil {
			return err
		}
		if ev.Amount < 0 {
			return fmt.Errorf("%s: refused", ev.ID)
		}
		mu.Lock()
		defer mu.Unlock()
		total += len(head)
		return nil
	}}
	events := make([]event, 10)
	for i := range events {
		events[i] = event{ID: fmt.Sprint("evt_", i), Type: "charge.captured", Amount: int64(i - 1)}
	}
	d := &dispatcher{}
	d.run(e, events)
	fmt.Println(total, d.failed)
}
