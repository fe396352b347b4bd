// truth: double-release line 87 plain

// Command smtprelay delivers queued mail: it tries the mail exchangers of the
// recipient in turn and bounces what cannot be delivered.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Envelope struct {
	ID   int
	From string
	To   string
	Data []byte
}

func (e *Envelope) Reset() { *e = Envelope{Data: e.Data[:0]} }

var envelopes = rcpool.Pool[Envelope]{
	Name: "smtp.envelopes",
	Keep: func(e *Envelope) bool { return cap(e.Data) < 1<<20 },
}

type replyError struct {
	code int
	text string
}

func (e *replyError) Error() string   { return fmt.Sprint(e.code, " ", e.text) }
func (e *replyError) permanent() bool { return e.code >= 500 }

type Dialer func(host string) (Session, error)

type Session interface {
	Send(from, to string, data []byte) error
	Quit()
}

type Relay struct {
	dial  Dialer
	hosts func(domain string) []string
	queue chan rcpool.Ref[Envelope]
	wg    sync.WaitGroup

	mu    sync.Mutex
	log   []string
	retry []int
}

func (r *Relay) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, fmt.Sprintf(format, args...))
}

// deliver takes env over.
func (r *Relay) deliver(env rcpool.Ref[Envelope]) error {
	defer env.Release()
	e := env.Value()
	_, domain, ok := strings.Cut(e.To, "@")
	if !ok {
		return fmt.Errorf("mail %d: bad recipient %q", e.ID, e.To)
	}
	var last error
	for _, host := range r.hosts(domain) {
		s, err := r.dial(host)
		if err != nil {
			last = err
			continue
		}
		err = s.Send(e.From, e.To, e.Data)
		s.Quit()
		if err == nil {
			r.note("mail %d delivered by %s", e.ID, host)
			return nil
		}
		last = err
		var reply *replyError
		if errors.As(err, &reply) && reply.permanent() {
			r.note("mail %d bounced to %s", e.ID, e.From)
			env.Release()
			return err
		}
	}
	if last == nil {
		last = errors.New("no mail exchanger")
	}
	r.mu.Lock()
	r.retry = append(r.retry, e.ID)
	r.mu.Unlock()
	return last
}

func (r *Relay) run() {
	for env := range r.queue {
		if err := r.deliver(env); err != nil {
			r.note("failed: %v", err)
		}
	}
}

func (r *Relay) Submit(id int, from, to, data string) {
	env := envelopes.Get()
	e := env.Value()
	e.ID, e.From, e.To = id, from, to
	e.Data = append(e.Data, data...)
	r.queue <- env
}

type fakeSession struct{ host string }

func (s fakeSession) Quit() {}

func (s fakeSession) Send(from, to string, data []byte) error {
	switch {
	case strings.HasPrefix(to, "nobody@"):
		return &replyError{550, "no such user"}
	case s.host == "mx1":
		return &replyError{451, "greylisted"}
	}
	return nil
}

func main() {
	r := &Relay{
		dial: func(host string) (Session, error) {
			if host == "mx0" {
				return nil, errors.New("connection refused")
			}
			return fakeSession{host}, nil
		},
		hosts: func(domain string) []string {
			return map[string][]string{"a.org": {"mx0", "mx1", "mx2"}, "b.org": {"mx1"}}[domain]
		},
		queue: make(chan rcpool.Ref[Envelope], 8),
	}
	r.wg.Go(r.run)
	r.Submit(1, "me@x", "ann@a.org", "hello")
	r.Submit(2, "me@x", "bob@b.org", "hello")
	r.Submit(3, "me@x", "carl", "hello")
	r.Submit(4, "me@x", "nobody@a.org", "hello")
	close(r.queue)
	r.wg.Wait()
	fmt.Println(strings.Join(r.log, "\n"), r.retry)
}
