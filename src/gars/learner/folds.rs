//! Parts of the data by a hash of their cluster: contexts of one cluster are always together, and a
//! context's part does not depend on the others.

/// Which of `parts` parts a cluster is in. Different `salt`s give parts that know nothing of each other.
pub fn part(seed: u64, salt: u64, cluster: u64, parts: usize) -> usize {
    let mixed = finish(finish(seed ^ finish(salt)) ^ cluster);
    // The high half of a product: every part as likely as the others to 2^-64.
    ((u128::from(mixed) * parts as u128) >> 64) as usize
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a bijection that mixes all bits.
fn finish(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn parts_are_even_and_independent() {
        let mut counts = [[0usize; 3]; 5];
        for cluster in 0..15_000 {
            counts[part(7, 0, cluster, 5)][part(7, 1, cluster, 3)] += 1;
        }
        assert!(counts.iter().flatten().all(|&n| (n as f64 - 1000.0).abs() < 130.0), "{counts:?}");
        assert!((0..100).any(|cluster| part(7, 0, cluster, 5) != part(8, 0, cluster, 5)));
    }
}
