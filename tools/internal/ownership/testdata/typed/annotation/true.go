package annotation

import "github.com/rcpool/rcpool"

// There is no parameter of that name.
//
// want +2 "annotation: "
//
//rcpool:owns mail
func Send(ref rcpool.Ref[Mail]) {
	defer ref.Release()
	post(ref.Value())
}

// It does not borrow what it releases.
//
// want +2 "annotation: "
//
//rcpool:borrows ref
func SendBorrowed(ref rcpool.Ref[Mail]) {
	post(ref.Value())
	ref.Release()
}

// A number is not owned.
//
// want +2 "annotation: "
//
//rcpool:owns retries
func SendRetrying(ref *rcpool.Ref[Mail], retries int) {
	for range retries {
		post(ref.Value())
	}
}

// There is no annotation of that name.
//
// want +2 "annotation: "
//
//rcpool:own ref
func SendMisspelt(ref rcpool.Ref[Mail]) {
	defer ref.Release()
	post(ref.Value())
}

// Nothing that is counted is returned.
//
// want +2 "annotation: "
//
//rcpool:returns-owned
func SendFor(to string) error {
	return mails.With(func(m *Mail) error {
		m.To = to
		post(m)
		return nil
	})
}

// There is nothing to ignore.
func SendIgnored(to string) {
	ref := mails.Get()
	defer ref.Release()
	ref.Value().To = to
	// want +1 "annotation: "
	//rcpool:ignore the mail is released by the function above
	post(ref.Value())
}

// The reason is missing.
func SendWithoutReason(to string) {
	ref := mails.Get()
	defer ref.Release()
	// want +1 "annotation: "
	//rcpool:ignore
	ref.Value().To = to
	post(ref.Value())
}
