package expectedmoves

import "strings"

// The last part is too long.
func tooLong() error {
	_, err := newBuilder(1).add("a").add(strings.Repeat("b", 300)).build()
	return err
}

// All parts together are too long.
func tooMuch() bool {
	b := newBuilder(2)
	for range 3 {
		b.add(strings.Repeat("c", 250))
	}
	if _, err := b.build(); err != nil {
		return true
	}
	return false
}

// There is no such page.
func beyond() error {
	_, err := newDraft(9).publish()
	return err
}

// Nobody expects an error here.
func built(text string) (int, error) {
	f, err := newBuilder(3).add(text).build()
	if err != nil {
		return 0, err
	}
	defer f.close()
	return f.body.Len(), nil
}

// The page is still the draft's.
func looked(no int) error {
	d := newDraft(no)
	defer d.close()
	_, err := d.look()
	return err
}
