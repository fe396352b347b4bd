package droppedbeside

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// The replica is down, as the caller knows: what it shows is the error.
func showError(ask func() (rcpool.Ref[Answer], error)) {
	_, err := ask()
	fmt.Println(err)
}

// No answer is expected.
func absent(find func(string) (rcpool.Ref[Answer], bool)) bool {
	_, ok := find("closed")
	return !ok
}

// The answer is released if there is one.
func measure(ask func() (rcpool.Ref[Answer], error)) int {
	answer, err := ask()
	if err != nil {
		return 0
	}
	defer answer.Release()
	return len(answer.Value().Rows)
}
