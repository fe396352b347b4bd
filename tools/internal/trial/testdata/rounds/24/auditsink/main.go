// truth: use-after-release line 98 callee

// Command auditsink records who did what, in a file and in a list of recent
// actions, and raises an alarm for sensitive ones.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Action struct {
	Actor, Verb, Object string
	Fields              []string
}

var actions = rcpool.Pool[Action]{
	Name: "actions",
	Reset: func(a *Action) {
		clear(a.Fields)
		*a = Action{Fields: a.Fields[:0]}
	},
}

type sink interface {
	// Record takes the reference over.
	Record(rcpool.Ref[Action]) error
}

type fileSink struct {
	mu  sync.Mutex
	out io.Writer
}

func (s *fileSink) Record(ref rcpool.Ref[Action]) error {
	defer ref.Release()
	a := ref.Value()
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := fmt.Fprintf(s.out, "%s %s %s %s\n", a.Actor, a.Verb, a.Object, strings.Join(a.Fields, ","))
	return err
}

type recentSink struct {
	mu   sync.Mutex
	last []rcpool.Ref[Action]
}

func (s *recentSink) Record(ref rcpool.Ref[Action]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.last) == 3 {
		s.last[0].Release()
		s.last = append(s.last[:0], s.last[1:]...)
	}
	s.last = append(s.last, ref)
	return nil
}

func (s *recentSink) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.last {
		rcpool.Drop(&s.last[i])
	}
	s.last = nil
}

var _ = []sink{(*fileSink)(nil), (*recentSink)(nil)}

type auditor struct {
	file   *fileSink
	recent *recentSink
	alarms int
}

func (a *auditor) sensitive(act *Action) bool {
	return act.Verb == "delete" || strings.HasPrefix(act.Object, "secret/")
}

func (a *auditor) audit(actor, verb, object string, fields ...string) error {
	ref := actions.Get()
	act := ref.Value()
	act.Actor, act.Verb, act.Object = actor, verb, object
	act.Fields = append(act.Fields, fields...)
	if err := a.recent.Record(ref.Retain()); err != nil {
		ref.Release()
		return err
	}
	if err := a.file.Record(ref); err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if a.sensitive(ref.Value()) {
		a.alarms++
	}
	return nil
}

func main() {
	a := &auditor{file: &fileSink{out: os.Stdout}, recent: new(recentSink)}
	defer a.recent.Close()
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("recovered:", r.(error))
		}
	}()
	for i, verb := range []string{"read", "write", "delete", "read", "write"} {
		if err := a.audit(fmt.Sprint("user", i%2), verb, []string{"doc/1", "secret/2"}[i%2], "ip", "agent"); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("alarms", a.alarms)
}
