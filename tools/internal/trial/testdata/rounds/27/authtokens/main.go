// truth: reset line 25 plain

// Authtokens parses bearer tokens into pooled claims, and checks scopes.
package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
)

type claims struct {
	subject string
	tenant  string
	scopes  []string
	admin   bool
	expires int64
}

var pool = rcpool.Pool[claims]{
	Name: "claims",
	Reset: func(c *claims) {
		c.subject, c.tenant = "", ""
		clear(c.scopes)
		c.scopes = c.scopes[:0]
		c.expires = 0
	},
}

var (
	errFormat  = errors.New("token: bad format")
	errExpired = errors.New("token: expired")
	errScope   = errors.New("token: missing scope")
)

// parse returns claims that the caller owns.
func parse(token string) (rcpool.Ref[claims], error) {
	ref := pool.Get()
	defer rcpool.Drop(&ref)
	c := ref.Value()
	for part := range strings.SplitSeq(token, ";") {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			return rcpool.Ref[claims]{}, errFormat
		}
		switch key {
		case "sub":
			c.subject = value
		case "ten":
			c.tenant = value
		case "scope":
			c.scopes = append(c.scopes, strings.Fields(value)...)
		case "role":
			if value == "admin" {
				c.admin = true
			}
		case "exp":
			if _, err := fmt.Sscan(value, &c.expires); err != nil {
				return rcpool.Ref[claims]{}, fmt.Errorf("%w: %v", errFormat, err)
			}
		}
	}
	return rcpool.Move(&ref), nil
}

func authorize(token, scope string, now int64) (string, error) {
	ref, err := parse(token)
	if err != nil {
		return "", err
	}
	defer ref.Release()
	c := ref.Value()
	if c.expires <= now {
		return "", errExpired
	}
	if !c.admin && !slices.Contains(c.scopes, scope) {
		return "", fmt.Errorf("%w %q", errScope, scope)
	}
	return c.tenant + "/" + c.subject, nil
}

func main() {
	for _, token := range []string{
		"sub=ada;ten=acme;scope=read write;exp=200",
		"sub=root;ten=acme;role=admin;exp=200",
		"sub=bob;ten=acme;scope=read;exp=200",
		"sub=eve;exp=soon", "nonsense", "sub=old;exp=1",
	} {
		fmt.Println(authorize(token, "write", 100))
	}
}
