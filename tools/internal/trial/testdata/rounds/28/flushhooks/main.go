// truth: escape line 51,78 hard

// Command flushhooks is a write-behind cache of user profiles. Writers may ask to
// be told when their write has reached the database.
package main

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/rcpool/rcpool"
)

type Profile struct {
	User  string
	Name  string
	Email string
	Tags  []string
}

func (p *Profile) Reset() {
	clear(p.Tags)
	*p = Profile{Tags: p.Tags[:0]}
}

func (p *Profile) line() string { return fmt.Sprintf("%s <%s> %v", p.Name, p.Email, p.Tags) }

type Database interface {
	Save(user, line string) error
}

type WriteBehind struct {
	db       Database
	profiles rcpool.Pool[Profile]

	mu    sync.Mutex
	dirty map[string]rcpool.Ref[Profile]
	hooks []func(error)
}

func New(db Database) *WriteBehind {
	return &WriteBehind{db: db, dirty: make(map[string]rcpool.Ref[Profile])}
}

// afterFlush calls f once, with the outcome of the next flush.
func (c *WriteBehind) afterFlush(f func(error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hooks = append(c.hooks, f)
}

func (c *WriteBehind) mark(p rcpool.Ref[Profile]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	user := p.Value().User
	if old, ok := c.dirty[user]; ok {
		old.Release()
	}
	c.dirty[user] = p
}

// Update stores a profile and tells report how it went, if report is not nil.
func (c *WriteBehind) Update(user string, edit func(*Profile) error, report func(string)) error {
	ref := c.profiles.Get()
	defer ref.Release()
	p := ref.Value()
	p.User = user
	if err := edit(p); err != nil {
		return fmt.Errorf("update of %s: %w", user, err)
	}
	if p.Email == "" {
		return errors.New("profile has no address")
	}
	c.mark(ref.Retain())
	if report != nil {
		c.afterFlush(func(err error) {
			if err != nil {
				report("not saved: " + err.Error())
				return
			}
			report("saved " + p.Name)
		})
	}
	return nil
}

func (c *WriteBehind) Flush() error {
	c.mu.Lock()
	dirty, hooks := c.dirty, c.hooks
	c.dirty, c.hooks = make(map[string]rcpool.Ref[Profile]), nil
	c.mu.Unlock()
	users := make([]string, 0, len(dirty))
	for user := range dirty {
		users = append(users, user)
	}
	slices.Sort(users)
	var err error
	for _, user := range users {
		ref := dirty[user]
		err = errors.Join(err, c.db.Save(user, ref.Value().line()))
		ref.Release()
	}
	for _, hook := range hooks {
		hook(err)
	}
	return err
}

type table map[string]string

func (t table) Save(user, line string) error {
	if user == "root" {
		return errors.New("permission denied")
	}
	t[user] = line
	return nil
}

func main() {
	db := table{}
	c := New(db)
	say := func(s string) { fmt.Println(s) }
	set := func(name, email string, tags ...string) func(*Profile) error {
		return func(p *Profile) error {
			if name == "" {
				return errors.New("no name")
			}
			p.Name, p.Email = name, email
			p.Tags = append(p.Tags, tags...)
			return nil
		}
	}
	fmt.Println(c.Update("ann", set("Ann", "ann@x", "admin"), say), c.Update("bob", set("Bob", ""), say))
	fmt.Println(c.Update("ann", set("Anna", "ann@x"), nil), c.Update("cyd", set("", ""), nil))
	fmt.Println(c.Flush(), db)
	fmt.Println(c.Update("root", set("Root", "root@x"), say))
	fmt.Println(c.Flush(), len(db))
}
