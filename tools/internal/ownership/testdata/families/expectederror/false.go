package expectederror

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow/memory"
)

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

// The function fails if there is a page.
func absent(no int) error {
	if _, err := page(no); err == nil {
		return errors.New("there is a page")
	}
	return nil
}

// A page that the book lends needs no release.
func (b *book) peek(no int) error {
	if _, err := b.lend(no); err != nil {
		return err
	}
	b.at = no
	return nil
}

// It is released where it was found.
func (b *book) open(no int) error {
	p, ok := b.lookUp(no)
	if !ok {
		return errRange
	}
	defer p.Release()
	b.at = p.Value().No
	return nil
}

// A page that is not there is counted, and that is all.
func (b *book) count(numbers ...int) (missing int) {
	for _, no := range numbers {
		if _, ok := b.lookUp(-no); !ok {
			missing++
		}
	}
	return missing
}
