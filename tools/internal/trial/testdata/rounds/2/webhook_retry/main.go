// truth: correct
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Delivery struct {
	URL     string
	Body    []byte
	Attempt int
}

var deliveries = rcpool.Pool[Delivery]{Name: "deliveries"}

var (
	errTemporary = errors.New("temporary")
	errGone      = errors.New("gone")
)

type transport func(d *Delivery) error

// post consumes the reference whatever happens.
func (t transport) post(d rcpool.Ref[Delivery]) error {
	defer d.Release()
	return t(d.Value())
}

type dead struct {
	delivery rcpool.Ref[Delivery]
	cause    error
}

type sender struct {
	via     transport
	backoff time.Duration
	letters []dead
}

// deliver owns d. What cannot be delivered is kept for the operator.
func (s *sender) deliver(d rcpool.Ref[Delivery], attempts int) error {
	var err error
	for wait := s.backoff; attempts > 0; attempts-- {
		d.Value().Attempt++
		err = s.via.post(d.Retain())
		if err == nil {
			d.Release()
			return nil
		}
		if !errors.Is(err, errTemporary) {
			break
		}
		time.Sleep(wait)
		wait *= 2
	}
	s.letters = append(s.letters, dead{delivery: d, cause: err})
	return err
}

func (s *sender) close() {
	for _, letter := range s.letters {
		fmt.Println("dead:", letter.delivery.Value().URL, letter.delivery.Value().Attempt, letter.cause)
		letter.delivery.Release()
	}
	s.letters = nil
}

func main() {
	s := &sender{backoff: 100 * time.Microsecond, via: func(d *Delivery) error {
		switch {
		case d.URL == "/gone":
			return errGone
		case d.URL == "/flaky" && d.Attempt < 3:
			return fmt.Errorf("503: %w", errTemporary)
		case d.URL == "/down":
			return errTemporary
		}
		return nil
	}}
	defer s.close()
	for _, url := range []string{"/ok", "/flaky", "/gone", "/down"} {
		d := deliveries.Get()
		d.Value().URL = url
		d.Value().Body = append(d.Value().Body, "payload"...)
		fmt.Println(url, s.deliver(d, 4))
	}
}
