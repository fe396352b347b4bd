// truth: use-after-release line 79 callee

// Command pushnotify delivers notifications to devices with a budget per user.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Notification struct {
	User    string
	Device  string
	Payload []byte
	Urgent  bool
}

func (n *Notification) Reset() {
	*n = Notification{Payload: n.Payload[:0]}
}

var notifications = rcpool.Pool[Notification]{
	Name: "notifications",
	Keep: func(n *Notification) bool { return cap(n.Payload) < 4096 },
}

var errBudget = errors.New("budget exhausted")

type gateway struct {
	wire strings.Builder
	dead map[string]bool
}

func (g *gateway) deliver(n rcpool.Ref[Notification]) error {
	defer n.Release()
	v := n.Value()
	if g.dead[v.Device] {
		return fmt.Errorf("device %s is unregistered", v.Device)
	}
	fmt.Fprintf(&g.wire, "%s:%s\n", v.Device, v.Payload)
	return nil
}

type Service struct {
	gw      *gateway
	budget  map[string]int
	devices map[string][]string
	stats   struct{ sent, urgent, failed int }
}

func (s *Service) compose(user, device, text string) (rcpool.Ref[Notification], error) {
	urgent := strings.HasPrefix(text, "!")
	if !urgent && s.budget[user] <= 0 {
		return rcpool.Ref[Notification]{}, errBudget
	}
	ref := notifications.Get()
	n := ref.Value()
	n.User, n.Device, n.Urgent = user, device, urgent
	n.Payload = append(n.Payload, strings.TrimPrefix(text, "!")...)
	return ref, nil
}

func (s *Service) Notify(user, text string) error {
	var errs []error
	for _, device := range s.devices[user] {
		n, err := s.compose(user, device, text)
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		if err := s.gw.deliver(n); err != nil {
			s.stats.failed++
			errs = append(errs, err)
			continue
		}
		s.stats.sent++
		if n.Value().Urgent {
			s.stats.urgent++
			continue
		}
		s.budget[user]--
	}
	return errors.Join(errs...)
}

func main() {
	s := &Service{
		gw:      &gateway{dead: map[string]bool{"old": true}},
		budget:  map[string]int{"ann": 1, "bob": 5},
		devices: map[string][]string{"ann": {"phone", "watch"}, "bob": {"old", "tablet"}},
	}
	fmt.Println(s.Notify("cara", "nobody is here"))
	fmt.Println(s.Notify("bob", "hello"))
	fmt.Println(s.Notify("ann", "hi"))
	fmt.Println(s.Notify("ann", "!alarm"))
	fmt.Println(s.stats)
}
