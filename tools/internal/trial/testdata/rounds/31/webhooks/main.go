// truth: escape line 63 plain

// Command webhooks validates deliveries and fans them out to endpoints.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type delivery struct {
	Event   string            `json:"event"`
	Targets []string          `json:"targets"`
	Data    map[string]string `json:"data"`
}

var deliveries = rcpool.Pool[delivery]{Name: "deliveries"}

type endpoint struct {
	mu   sync.Mutex
	got  map[string]int
	wait time.Duration
}

func (e *endpoint) call(target, event string, data map[string]string) {
	time.Sleep(e.wait)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.got[target+" "+event] += len(data)
}

type dispatcher struct {
	endpoint *endpoint
	allowed  map[string]bool
	wg       sync.WaitGroup
}

var errNoTarget = errors.New("no allowed target")

func (d *dispatcher) dispatch(body string) error {
	ref, err := stdpool.DecodeJSON([]byte(body), &deliveries)
	if err != nil {
		return fmt.Errorf("bad delivery: %w", err)
	}
	defer ref.Release()
	v := ref.Value()
	if v.Event == "" {
		return errors.New("delivery without event")
	}
	sent := 0
	for _, target := range v.Targets {
		if !d.allowed[target] {
			continue
		}
		sent++
		d.wg.Add(1)
		go func() {
			defer d.wg.Done()
			d.endpoint.call(target, v.Event, v.Data)
		}()
	}
	if sent == 0 {
		return errNoTarget
	}
	return nil
}

func main() {
	d := &dispatcher{
		endpoint: &endpoint{got: make(map[string]int), wait: 2 * time.Millisecond},
		allowed:  map[string]bool{"billing": true, "crm": true},
	}
	for _, body := range []string{
		`{"event":"paid","targets":["billing","crm"],"data":{"id":"7"}}`,
		`{"event":"paid","targets":["nobody"]}`,
		`{"targets":[]}`,
		`{"event":`,
	} {
		if err := d.dispatch(body); err != nil {
			fmt.Println(strings.SplitN(err.Error(), ":", 2)[0])
		}
	}
	d.wg.Wait()
	fmt.Println(len(d.endpoint.got) > 0)
}
