// truth: reset line 27 plain

// Command sessiontoken checks bearer tokens and authorizes requests with
// claims that are decoded into pooled objects.
package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type claims struct {
	subject string
	roles   []string
	admin   bool
	expires int
}

var claimPool = rcpool.Pool[claims]{
	Name: "auth.claims",
	Reset: func(c *claims) {
		clear(c.roles)
		c.roles = c.roles[:0]
		c.subject = ""
		c.expires = 0
	},
	Keep: func(c *claims) bool { return cap(c.roles) <= 64 },
}

var (
	errToken   = errors.New("malformed token")
	errExpired = errors.New("token has expired")
	errDenied  = errors.New("access denied")
)

// decode fills c from the text of a token.
func decode(c *claims, token string) error {
	size := base64.RawURLEncoding.DecodedLen(len(token))
	raw := stdpool.Bytes(size)
	defer raw.Release()
	n, err := base64.RawURLEncoding.Decode(raw.Value(), []byte(token))
	if err != nil {
		return errToken
	}
	for _, part := range strings.Split(string(raw.Value()[:n]), ";") {
		key, value, ok := strings.Cut(part, "=")
		switch {
		case key == "sub":
			c.subject = value
		case key == "role":
			c.roles = append(c.roles, value)
		case key == "exp":
			fmt.Sscan(value, &c.expires)
		case key == "admin":
			c.admin = true
		case !ok:
			return errToken
		}
	}
	return nil
}

func authorize(token, role string, now int) (string, error) {
	ref := claimPool.Get()
	defer ref.Release()
	c := ref.Value()
	if err := decode(c, token); err != nil {
		return "", err
	}
	if c.expires <= now {
		return "", errExpired
	}
	if !c.admin && !slices.Contains(c.roles, role) {
		return "", errDenied
	}
	return c.subject, nil
}

func main() {
	for _, text := range []string{
		"sub=ann;admin;exp=50", "sub=bob;role=read;exp=90", "sub=cid;role=write;exp=9", "garbage",
	} {
		token := base64.RawURLEncoding.EncodeToString([]byte(text))
		who, err := authorize(token, "write", 10)
		fmt.Printf("%q %v\n", who, err)
	}
}
