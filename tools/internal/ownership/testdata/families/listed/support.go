// Package listed has maps in global variables, into which functions put what they
// borrow. Others take it out again in several ways.
package listed

import (
	"maps"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Status says where a user is.
type Status struct{ User, Room string }

// Reset forgets the user.
func (s *Status) Reset() { *s = Status{} }

var statuses rcpool.Pool[Status]

var (
	mu       sync.Mutex
	online   = map[string]*Status{} // nothing takes users out
	sessions = map[string]*Status{} // leave sets nil
	pending  = map[string]*Status{} // settle deletes by a function of package maps
	watched  = map[string]*Status{} // drop gets the map
	latest   = map[string]*Status{} // set replaces
)

// announce keeps s.
func announce(s *Status) {
	mu.Lock()
	defer mu.Unlock()
	online[s.User] = s
}

func enter(s *Status) { sessions[s.User] = s }

func leave(user string) { sessions[user] = nil }

func begin(s *Status) { pending[s.User] = s }

func settle(s *Status) {
	maps.DeleteFunc(pending, func(_ string, has *Status) bool { return has == s })
}

func watch(s *Status) { watched[s.User] = s }

func unwatch(s *Status) { drop(watched, s.User) }

func drop(from map[string]*Status, user string) { delete(from, user) }

func set(s *Status) { latest[s.User] = s }
