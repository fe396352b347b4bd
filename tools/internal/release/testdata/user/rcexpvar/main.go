// Command rcexpvar shows a pool as a variable of package expvar.
package main

import (
	"encoding/json"
	"expvar"
	"fmt"
	"os"

	"github.com/rcpool/rcpool"
	_ "github.com/rcpool/rcpool/rcexpvar"
)

var buffers = rcpool.Pool[[4096]byte]{Name: "buffer"}

func main() {
	buffers.Get().Release()
	var pools map[string]struct{ Gets int }
	if err := json.Unmarshal([]byte(expvar.Get("rcpool").String()), &pools); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(pools["buffer"].Gets, "get")
}
