//! The content security policy of a page: nothing is loaded, and nothing runs or dresses it
//! but what its maker wrote (W3C, *Content Security Policy Level 3*, section 2.3.1).

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

/// The policy of a page that holds these style sheets and scripts, each as it stands between
/// its tags; `more` are directives beside them.
pub fn policy(styles: &[&str], scripts: &[&str], more: &str) -> String {
    let hash = |text: &&str| format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)));
    let directive = |name: &str, texts: &[&str]| match texts {
        [] => String::new(),
        _ => format!("; {name}{}", texts.iter().map(hash).collect::<String>()),
    };
    let (styles, scripts) = (directive("style-src", styles), directive("script-src", scripts));
    format!("default-src 'none'{styles}{scripts}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_hash() {
        // The example of the specification.
        let policy = policy(&[], &["alert('Hello, world.');"], "; img-src data:");
        let hash = "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=";
        assert_eq!(policy, format!("default-src 'none'; script-src '{hash}'; img-src data:"));
    }
}
