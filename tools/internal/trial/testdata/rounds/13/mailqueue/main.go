// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type envelope struct {
	from     string
	rcpts    []string
	attempts int
	body     []byte
}

func (e *envelope) Reset() {
	clear(e.rcpts)
	*e = envelope{rcpts: e.rcpts[:0], body: e.body[:0]}
}

var envelopes = rcpool.Pool[envelope]{Name: "mta.envelopes"}

var errTemporary = errors.New("451 try again")

func accept(from, to, body string) (rcpool.Ref[envelope], error) {
	env := envelopes.Get()
	defer rcpool.Drop(&env)
	v := env.Value()
	v.from = from
	for _, r := range strings.Split(to, ",") {
		if !strings.Contains(r, "@") {
			return rcpool.Ref[envelope]{}, fmt.Errorf("501 bad recipient %q", r)
		}
		v.rcpts = append(v.rcpts, r)
	}
	v.body = append(v.body, body...)
	return rcpool.Move(&env), nil
}

type queue struct {
	active   []rcpool.Ref[envelope]
	deferred []rcpool.Ref[envelope]
	bounced  int
}

func (q *queue) put(env rcpool.Ref[envelope]) { q.active = append(q.active, env) }

func (q *queue) deliver(e *envelope) error {
	e.attempts++
	if strings.HasPrefix(e.rcpts[0], "slow") && e.attempts < 3 {
		return errTemporary
	}
	return nil
}

// run delivers all active envelopes, and returns how many were delivered.
func (q *queue) run() (sent int) {
	batch := q.active
	q.active = nil
	for i, env := range batch {
		batch[i] = rcpool.Ref[envelope]{}
		stop := env.AfterFunc(time.Hour, func(e *envelope) { fmt.Println("stuck:", e.from) })
		err := q.deliver(env.Value())
		stop()
		switch {
		case err == nil:
			sent++
			env.Release()
		case env.Value().attempts >= 5:
			q.bounced++
			env.Release()
		default:
			q.deferred = append(q.deferred, env)
		}
	}
	return sent
}

func (q *queue) wake() bool {
	q.active, q.deferred = append(q.active, q.deferred...), nil
	return len(q.active) > 0
}

func main() {
	var q queue
	for _, to := range []string{"bob@b.example", "slow@c.example,ann@b.example", "nobody", "slower@d.example"} {
		env, err := accept("me@a.example", to, "hello")
		if err != nil {
			fmt.Println(err)
			continue
		}
		q.put(env)
	}
	for q.wake() {
		fmt.Println("sent", q.run())
	}
	fmt.Println("bounced", q.bounced)
}
