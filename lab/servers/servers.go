// Package servers installs and runs a real Redis and a real Kafka for the lab, on
// this machine, in a folder of their own: everything that they are and write is
// below that folder, so nothing is left when it is removed.
package servers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Config says what to run.
type Config struct {
	Folder string // for programs, data and logs; it must not exist, or be empty

	Cluster   bool // three nodes of Kafka and six of Redis Cluster, and not one each
	RedisPort int  // of the first node, those of the others follow; 0 takes free ones
	KafkaPort int  // likewise; each node has two, the second for the controllers
	Topics    []string

	Log io.Writer // is told what is done, by several goroutines at a time; nil for nobody
}

// Set is a Redis and a Kafka that run.
type Set struct {
	Redis []string `json:"redis"` // host:port of each node
	Kafka []string `json:"kafka"`

	Servers []*Server `json:"servers"` // all nodes

	folder string // in which they are
}

const (
	host        = "127.0.0.1"
	startWithin = 3 * time.Minute // for all nodes to answer; a busy machine may take one
	stopWithin  = 20 * time.Second
	lookEvery   = 50 * time.Millisecond
	stateFile   = "rcpool-lab-servers.json" // marks a folder as ours
)

// DefaultFolder is where servers are unless a user names another folder: below
// the cache of the user, or if there is none, the folder for temporary files.
func DefaultFolder() string {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	return filepath.Join(cache, "rcpool-lab")
}

// Up installs what is missing, starts the servers, and returns when all of them
// answer, the topics exist, and the cache has its entries. The servers outlive
// this process; Down ends them. If Up fails, or ctx ends, it leaves nothing.
func Up(ctx context.Context, c Config) (_ *Set, err error) {
	if c.Folder, err = filepath.Abs(c.Folder); err != nil {
		return nil, err
	}
	if err := claim(c.Folder); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_, left := Down(c.Folder)
			err = errors.Join(err, left)
		}
	}()
	if c.Log == nil {
		c.Log = io.Discard
	}
	u := &up{Config: c, set: &Set{folder: c.Folder}}
	err = u.sideBySide(ctx, []step{u.placeRedis, u.startRedis}, []step{u.placeKafka, u.startKafka})
	if err != nil {
		return nil, err
	}
	u.set.Redis, u.set.Kafka = u.redis, u.brokers()
	return u.set, u.set.save()
}

// step is a part of an Up.
type step func(context.Context) error

// sideBySide does all chains of steps at the same time, until one fails.
func (u *up) sideBySide(ctx context.Context, chains ...[]step) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for _, chain := range chains {
		group.Go(func() {
			for _, step := range chain {
				if err := step(ctx); err != nil {
					cancel(err) // the first one stays
					return
				}
			}
		})
	}
	group.Wait()
	return context.Cause(ctx)
}

// up is an Up under way. The steps of Redis and those of Kafka run at the same
// time, so only the set is common to them.
type up struct {
	Config
	mu  sync.Mutex // of set
	set *Set

	redis       []string // host:port of each node
	redisServer string   // the program
	redisEnv    []string // that it needs

	nodes     []kafkaNode
	jars      string // of Kafka
	clusterID string
}

func (u *up) say(format string, args ...any) { fmt.Fprintf(u.Log, format+"\n", args...) }

// start runs a server and notes it in the folder, so that Down ends it even if this
// process is killed.
func (u *up) start(s *Server) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.set.Servers = append(u.set.Servers, s)
	if err := s.start(); err != nil {
		return err
	}
	return u.set.save()
}

// Down ends the servers in a folder and removes it. It reports whether there was
// anything. It removes no folder that Up did not fill.
func Down(folder string) (found bool, err error) {
	set, err := In(folder)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	var errs []error
	for _, s := range slices.Backward(set.Servers) {
		s.terminate() // all at once; below, one is waited for after the other
	}
	deadline := time.Now().Add(stopWithin)
	for _, s := range set.Servers {
		errs = append(errs, s.gone(deadline))
	}
	if err := errors.Join(errs...); err != nil {
		return true, err
	}
	return true, os.RemoveAll(folder)
}

// In returns what runs in a folder. The error is os.ErrNotExist if nothing does.
func In(folder string) (*Set, error) {
	text, err := os.ReadFile(filepath.Join(folder, stateFile))
	if err != nil {
		return nil, err
	}
	s := &Set{folder: folder}
	if err := json.Unmarshal(text, s); err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(folder, stateFile), err)
	}
	return s, nil
}

// claim makes the folder and marks it.
func claim(folder string) error {
	if _, err := In(folder); err == nil {
		return fmt.Errorf("servers are in %s already: 'lab services down' ends them", folder)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("%w; name another folder with -dir", err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s has files that are not of servers: name an empty or a new folder with -dir", folder)
	}
	if err := (&Set{folder: folder}).save(); err != nil {
		return fmt.Errorf("%w; name another folder with -dir", err)
	}
	return nil
}

// Restart runs a server again that has ended, as after a Kill. It returns at once;
// the server may need seconds until it answers.
func (s *Set) Restart(server *Server) error {
	if err := server.start(); err != nil {
		return err
	}
	return s.save() // so that Down ends the new process
}

// save writes what runs to the folder: whole or not at all.
func (s *Set) save() error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	file := filepath.Join(s.folder, stateFile)
	if err := os.WriteFile(file+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
