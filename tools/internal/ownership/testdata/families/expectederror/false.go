package expectederror

import "github.com/apache/arrow-go/v18/arrow/memory"

// There is nothing to build.
func empty(mem memory.Allocator) error {
	_, err := build(mem, nil)
	return err
}

// There is no such page.
func below() error {
	_, err := page(-1)
	return err
}

// It is asked whether it fails.
func fails(mem memory.Allocator) bool {
	if _, err := build(mem, nil); err != nil {
		return true
	}
	return false
}

// There is nobody who could view it.
func nowhere() error {
	_, err := view(-1)
	return err
}
