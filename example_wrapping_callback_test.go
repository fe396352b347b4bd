package rcpool_test

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
)

var pages = rcpool.Pool[bytes.Buffer]{Name: "pages"}

// WritePage calls fill with an empty page, and writes it to w. The page is
// borrowed: fill must not keep it.
func WritePage(w io.Writer, fill func(*bytes.Buffer) error) error {
	return pages.With(func(page *bytes.Buffer) error {
		if err := fill(page); err != nil {
			return err
		}
		_, err := page.WriteTo(w)
		return err
	})
}

// A library that knows where the lease ends lends the object to a callback.
// Nobody can forget to end the lease, or end it twice.
func Example_callback() {
	err := WritePage(os.Stdout, func(page *bytes.Buffer) error {
		fmt.Fprintln(page, "hello")
		return nil
	})
	fmt.Println(err, pages.Stats().InUse)
	// Output:
	// hello
	// <nil> 0
}
