// Command lease has a user's first lines with the library and its pools of
// standard types.
package main

import (
	"errors"
	"fmt"
	"os"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type event struct{ User string }

var events rcpool.Pool[event]

func main() {
	e := events.Get()
	e.Value().User = "ann"
	var wg sync.WaitGroup
	wg.Add(1)
	published := e.Hold(func(e *event) { fmt.Println("published", e.User) })
	go func() {
		defer wg.Done()
		published()
	}()
	wg.Wait()
	e.Release()

	buffer := stdpool.Buffer()
	defer buffer.Release()
	fmt.Fprintf(buffer.Value(), "%d in use", events.Stats().InUse)
	fmt.Println(buffer.Value())

	defer func() {
		var misuse *rcpool.Misuse
		if err, ok := recover().(error); !ok || !errors.As(err, &misuse) {
			fmt.Println("a second release went unnoticed")
			os.Exit(1)
		}
		fmt.Println("a second release panics")
	}()
	e.Release() //rcpool:ignore on purpose
}
