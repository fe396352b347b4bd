// Command leak forgets a reference when it fails.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type event struct{ Body []byte }

var events rcpool.Pool[event]

func publish(body []byte) error {
	e := events.Get()
	if len(body) == 0 {
		return errors.New("an event needs a body")
	}
	e.Value().Body = append(e.Value().Body, body...)
	e.Release()
	return nil
}

func main() { fmt.Println(publish(nil)) }
